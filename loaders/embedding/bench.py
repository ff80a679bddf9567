"""Reference side of loaders/embedding/bench.ts: python bench.py REQUEST.json ANSWER.json"""

import json
import sys
import time
from importlib.metadata import version

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = request["threads"]
    options.inter_op_num_threads = 1
    model = onnxruntime.InferenceSession(request["onnx"], options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(request["tokenizer"])
    tokenizer.no_padding()
    tokenizer.enable_truncation(request["token_limit"])
    names = [graph_input.name for graph_input in model.get_inputs()]

    def encode(text):
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states,) = model.run([request["output"]], {name: values[name] for name in names})
        vector = states[0, 0] if request["pooling"] == "cls" else states[0].mean(axis=0)
        return vector / np.linalg.norm(vector) if request["normalize"] else vector

    encode(request["texts"][0])
    best, vectors = float("inf"), []
    for _ in range(request["rounds"]):
        start = time.perf_counter()
        vectors = [encode(text) for text in request["texts"]]
        best = min(best, time.perf_counter() - start)
    np.array(vectors, dtype="<f4").tofile(request["vectors"])
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump({"ms": best * 1000, "version": f"onnxruntime {version('onnxruntime')} (Python)"}, file)


if __name__ == "__main__":
    main()
