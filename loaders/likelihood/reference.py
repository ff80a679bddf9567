"""Log-probabilities of fixed token sequences under a Gemma 3 GGUF file, in plain numpy float32.

An implementation that shares nothing with llama.cpp but the file: weights are dequantized by the `gguf` package, the network follows
the Gemma 3 report (arXiv 2503.19786): RMS norms before and after attention and MLP, norms on queries and keys, five layers with a
window of 512 to one global layer, rotary bases 10,000 and 1,000,000, GELU (tanh), tied embeddings scaled by the square root of their width.

    pip install numpy gguf
    python loaders/likelihood/reference.py MODEL.gguf tests/fixtures/likelihood-reference.json

fills `logProbabilities` of every sequence in the JSON file (tokens from `scoredFrom` on, each given all before it; nats).
"""

import importlib.metadata
import json
import sys

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize

HEAD = 256
WINDOW = 512
GLOBAL_EVERY = 6
NAMES = (
    "attn_norm attn_q attn_k attn_v attn_q_norm attn_k_norm attn_output post_attention_norm "
    "ffn_norm ffn_gate ffn_up ffn_down post_ffw_norm"
).split()


def norm(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * weight


def rotate(x, base):
    """Rotary positions of [tokens, heads, HEAD], halves paired."""
    angles = np.arange(x.shape[0])[:, None] * base ** (-np.arange(0, HEAD, 2) / HEAD)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    left, right = x[..., : HEAD // 2], x[..., HEAD // 2 :]
    return np.concatenate([left * cos - right * sin, right * cos + left * sin], -1).astype(np.float32)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


class Model:
    def __init__(self, path):
        tensors = {tensor.name: tensor for tensor in GGUFReader(path).tensors}

        def weight(name):
            tensor = tensors[f"{name}.weight"]
            return dequantize(tensor.data, tensor.tensor_type).astype(np.float32)

        self.embedding = weight("token_embd")
        self.final_norm = weight("output_norm")
        layers = sum(name.endswith(".attn_q.weight") for name in tensors)
        self.layers = [{name: weight(f"blk.{i}.{name}") for name in NAMES} for i in range(layers)]

    def attend(self, x, layer, is_global):
        count = len(x)
        base = 1e6 if is_global else 1e4
        query = (x @ layer["attn_q"].T).reshape(count, -1, HEAD)
        key = (x @ layer["attn_k"].T).reshape(count, 1, HEAD)
        query = rotate(norm(query, layer["attn_q_norm"]), base)
        key = rotate(norm(key, layer["attn_k_norm"]), base)[:, 0]
        scores = np.einsum("thd,sd->hts", query, key) / np.sqrt(HEAD)
        distance = np.arange(count)[:, None] - np.arange(count)[None, :]
        hidden = (distance < 0) | ((distance >= WINDOW) & (not is_global))
        scores = np.where(hidden[None], -np.inf, scores)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixed = np.einsum("hts,sd->thd", weights, x @ layer["attn_v"].T)
        return mixed.reshape(count, -1) @ layer["attn_output"].T

    def log_probabilities(self, tokens, scored_from):
        x = self.embedding[tokens] * np.float32(np.sqrt(self.embedding.shape[1]))
        for index, layer in enumerate(self.layers):
            is_global = (index + 1) % GLOBAL_EVERY == 0
            attended = self.attend(norm(x, layer["attn_norm"]), layer, is_global)
            x = x + norm(attended, layer["post_attention_norm"])
            inner = norm(x, layer["ffn_norm"])
            mixed = (gelu(inner @ layer["ffn_gate"].T) * (inner @ layer["ffn_up"].T)) @ layer["ffn_down"].T
            x = x + norm(mixed, layer["post_ffw_norm"])
        before = norm(x, self.final_norm)[scored_from - 1 : -1]
        logits = (before @ self.embedding.T).astype(np.float64)
        largest = logits.max(-1, keepdims=True)
        total = largest[:, 0] + np.log(np.exp(logits - largest).sum(-1))
        return logits[np.arange(len(before)), tokens[scored_from:]] - total


def main(model_path, file):
    model = Model(model_path)
    with open(file, encoding="utf-8") as handle:
        fixture = json.load(handle)
    for sequence in fixture["sequences"]:
        found = model.log_probabilities(sequence["tokens"], sequence["scoredFrom"])
        sequence["logProbabilities"] = [round(float(value), 4) for value in found]
    fixture["madeWith"] = {name: importlib.metadata.version(name) for name in ("numpy", "gguf")}
    with open(file, "w", encoding="utf-8") as handle:
        json.dump(fixture, handle)
        handle.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
