"""Calls the methods of python.test.ts on the socket in argv[1]; prints one word per check that holds."""

import sys
import threading

import grpc

SOCKET = sys.argv[1]


def same(value):
    return value


def method(channel, kind, path):
    return getattr(channel, kind)(path, request_serializer=same, response_deserializer=same)


def check(name, holds):
    if not holds:
        sys.exit(f"{name} does not hold")
    print(name, flush=True)


def status_of(call):
    try:
        call()
    except grpc.RpcError as error:
        return error
    return None


limit = [("grpc.max_receive_message_length", 20_000_000)]
channel = grpc.insecure_channel(f"unix:{SOCKET}", options=limit)
ask = method(channel, "unary_unary", "/test.Test/Ask")
watch = method(channel, "unary_stream", "/test.Test/Watch")
chat = method(channel, "stream_stream", "/test.Test/Chat")

check("answer", ask(b"hello", timeout=20) == b"hello")
check("empty", ask(b"", timeout=20) == b"")
large = bytes(range(256)) * 12_000
check("large", ask(large, timeout=20) == large)
check("ten-megabytes", [len(m) for m in watch(b"10000000", timeout=20)] == [10_000_000] * 2)
check("chat", list(chat(iter([b"a", b"b", b"c"]), timeout=20)) == [b"a", b"b", b"c"])

pending = ask.future(b"wait")
stopped = threading.Event()
pending.add_done_callback(lambda _: stopped.set())
pending.cancel()
stopped.wait(20)
check("cancel", pending.cancelled())
late = status_of(lambda: ask(b"wait", timeout=0.2))
check("deadline", late.code() is grpc.StatusCode.DEADLINE_EXCEEDED)

refused = status_of(lambda: ask(b"refuse", timeout=20))
check("status", refused.code() is grpc.StatusCode.NOT_FOUND and refused.details() == "no \u201cx\u201d\n100%")
unknown = status_of(lambda: method(channel, "unary_unary", "/test.Test/Absent")(b"", timeout=20))
check("unimplemented", unknown.code() is grpc.StatusCode.UNIMPLEMENTED)
packed = status_of(lambda: ask(b"x" * 10_000, timeout=20, compression=grpc.Compression.Gzip))
check("compression", packed.code() is grpc.StatusCode.UNIMPLEMENTED)
check("metadata", ask(b"metadata", timeout=20, metadata=[("x-test", "a"), ("y-bin", b"\x00\xff")]) == b"a AP8")

for authority in ["/run/api.sock", "a%2Fb", "spire_agent"]:
    odd = grpc.insecure_channel(f"unix:{SOCKET}", options=[("grpc.default_authority", authority)])
    check("authority", method(odd, "unary_unary", "/test.Test/Ask")(b"x", timeout=20) == b"x")
    odd.close()

many = [ask.future(b"%d" % at, timeout=20) for at in range(500)]
check("many", [one.result() for one in many] == [b"%d" % at for at in range(500)])

print("restart", flush=True)
sys.stdin.readline()
check("reconnect", ask(b"again", timeout=20, wait_for_ready=True) == b"again")
