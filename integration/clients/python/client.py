"""Calls a socket with grpcio: `checks SOCKET AUTHORITY…` the test methods, one word for each check that holds;
`x509 SOCKET` an agent's FetchX509SVID, the SPIFFE ID for each line of standard input."""

import sys
import threading
import time

import grpc

MODE, SOCKET, *AUTHORITIES = sys.argv[1:]


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


def field_one(message):
    """X509SVIDResponse.svids, then X509SVID.spiffe_id: both are field 1 and come first."""
    length, shift, at = 0, 0, 1
    while True:
        byte = message[at]
        length |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return message[at : at + length]


if MODE == "x509":
    agent = grpc.insecure_channel(f"unix:{SOCKET}")
    fetch = method(agent, "unary_stream", "/SpiffeWorkloadAPI/FetchX509SVID")
    for _ in sys.stdin:
        while True:
            try:
                call = fetch(b"", timeout=5, wait_for_ready=True, metadata=[("workload.spiffe.io", "true")])
                print(field_one(field_one(next(call))).decode(), flush=True)
                call.cancel()
                break
            except grpc.RpcError as error:
                print(error.code(), file=sys.stderr)
                time.sleep(0.1)
    sys.exit(0)

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

for authority in AUTHORITIES:
    odd = grpc.insecure_channel(f"unix:{SOCKET}", options=[("grpc.default_authority", authority)])
    check("authority", method(odd, "unary_unary", "/test.Test/Ask")(b"x", timeout=20) == b"x")
    odd.close()

many = [ask.future(b"%d" % at, timeout=20) for at in range(500)]
check("many", [one.result() for one in many] == [b"%d" % at for at in range(500)])

print("restart", flush=True)
sys.stdin.readline()
# A call may meet the connection that has just ended: no library sends it again by itself.
for _ in range(100):
    try:
        ask(b"again", timeout=20, wait_for_ready=True)
        break
    except grpc.RpcError as error:
        if error.code() is not grpc.StatusCode.UNAVAILABLE:
            raise
        time.sleep(0.05)
check("reconnect", ask(b"again", timeout=20, wait_for_ready=True) == b"again")
