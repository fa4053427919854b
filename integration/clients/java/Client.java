import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Calls a socket with grpc-netty: `checks SOCKET AUTHORITY…` the test methods, one word for each check that holds;
 * `x509 SOCKET` an agent's FetchX509SVID, the SPIFFE ID for each line of standard input.
 */
public final class Client {
  private static final EventLoopGroup loop = new EpollEventLoopGroup(1);
  private static final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  public static void main(String[] args) throws Exception {
    try {
      if (args[0].equals("checks")) checks(args[1], List.of(args).subList(2, args.length));
      else x509(args[1]);
      System.exit(0);
    } catch (Exception error) {
      // The event loop would keep the program.
      error.printStackTrace();
      System.exit(1);
    }
  }

  private static final class Raw implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException error) {
        throw Status.INTERNAL.withCause(error).asRuntimeException();
      }
    }
  }

  private static MethodDescriptor<byte[], byte[]> method(MethodType type, String path) {
    return MethodDescriptor.newBuilder(new Raw(), new Raw())
        .setType(type)
        .setFullMethodName(path)
        .build();
  }

  private static final MethodDescriptor<byte[], byte[]> ask =
      method(MethodType.UNARY, "test.Test/Ask");

  /** Without an authority it is what grpc-java makes of the address. */
  private static ManagedChannel dial(String socket, String authority) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(new DomainSocketAddress(socket))
            .eventLoopGroup(loop)
            .channelType(EpollDomainSocketChannel.class)
            .maxInboundMessageSize(20_000_000)
            .usePlaintext();
    if (authority != null) builder.overrideAuthority(authority);
    return builder.build();
  }

  private static CallOptions within(long ms) {
    return CallOptions.DEFAULT.withDeadlineAfter(ms, TimeUnit.MILLISECONDS).withWaitForReady();
  }

  private static byte[] call(ManagedChannel channel, byte[] body, long ms) {
    return ClientCalls.blockingUnaryCall(channel, ask, within(ms), body);
  }

  private static boolean echoes(ManagedChannel channel, byte[] body) {
    return Arrays.equals(call(channel, body, 20_000), body);
  }

  /** A call may meet the connection that has just ended: no library sends it again by itself. */
  private static boolean echoesAgain(ManagedChannel channel) throws InterruptedException {
    for (int attempt = 0; attempt < 100; attempt++) {
      Status status = failure(() -> call(channel, bytes("again"), 20_000));
      if (status.getCode() != Status.Code.UNAVAILABLE) break;
      Thread.sleep(50);
    }
    return echoes(channel, bytes("again"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void check(String name, boolean holds) {
    if (!holds) {
      System.err.println(name + " does not hold");
      System.exit(1);
    }
    System.out.println(name);
  }

  private static Status failure(Runnable call) {
    try {
      call.run();
      return Status.OK;
    } catch (StatusRuntimeException error) {
      return error.getStatus();
    }
  }

  private static void checks(String socket, List<String> authorities) throws Exception {
    ManagedChannel channel = dial(socket, null);
    check("answer", echoes(channel, bytes("hello")));
    check("empty", echoes(channel, new byte[0]));
    check("large", echoes(channel, new byte[3_000_000]));
    Iterator<byte[]> watched =
        ClientCalls.blockingServerStreamingCall(
            channel,
            method(MethodType.SERVER_STREAMING, "test.Test/Watch"),
            within(20_000),
            bytes("10000000"));
    check(
        "ten-megabytes",
        watched.next().length == 10_000_000
            && watched.next().length == 10_000_000
            && !watched.hasNext());
    check("chat", chat(channel).equals(List.of("a", "b", "c")));
    Future<byte[]> waiting =
        ClientCalls.futureUnaryCall(channel.newCall(ask, within(20_000)), bytes("wait"));
    check("cancel", waiting.cancel(true) && echoes(channel, bytes("on")));
    Status late = failure(() -> call(channel, bytes("wait"), 200));
    check("deadline", late.getCode() == Status.Code.DEADLINE_EXCEEDED);
    Status refused = failure(() -> call(channel, bytes("refuse"), 20_000));
    check(
        "status",
        refused.getCode() == Status.Code.NOT_FOUND
            && "no \u201cx\u201d\n100%".equals(refused.getDescription()));
    MethodDescriptor<byte[], byte[]> absent = method(MethodType.UNARY, "test.Test/Absent");
    Status unknown =
        failure(
            () -> ClientCalls.blockingUnaryCall(channel, absent, within(20_000), new byte[0]));
    check("unimplemented", unknown.getCode() == Status.Code.UNIMPLEMENTED);
    for (String authority : authorities) {
      ManagedChannel odd = dial(socket, authority);
      check("authority", echoes(odd, bytes("x")));
      odd.shutdownNow();
    }
    List<Future<byte[]>> many = new ArrayList<>();
    for (int at = 0; at < 500; at++) {
      byte[] body = bytes(String.valueOf(at));
      many.add(ClientCalls.futureUnaryCall(channel.newCall(ask, within(20_000)), body));
    }
    for (int at = 0; at < 500; at++) {
      if (!Arrays.equals(many.get(at).get(), bytes(String.valueOf(at)))) check("many", false);
    }
    check("many", true);
    System.out.println("restart");
    input.readLine();
    check("reconnect", echoesAgain(channel));
  }

  private static List<String> chat(ManagedChannel channel) throws Exception {
    List<String> heard = new ArrayList<>();
    CompletableFuture<List<String>> done = new CompletableFuture<>();
    ClientCall<byte[], byte[]> call =
        channel.newCall(method(MethodType.BIDI_STREAMING, "test.Test/Chat"), within(20_000));
    StreamObserver<byte[]> out =
        ClientCalls.asyncBidiStreamingCall(
            call,
            new StreamObserver<byte[]>() {
              @Override
              public void onNext(byte[] value) {
                heard.add(new String(value, StandardCharsets.UTF_8));
              }

              @Override
              public void onError(Throwable error) {
                done.completeExceptionally(error);
              }

              @Override
              public void onCompleted() {
                done.complete(heard);
              }
            });
    for (String word : List.of("a", "b", "c")) out.onNext(bytes(word));
    out.onCompleted();
    return done.get(20, TimeUnit.SECONDS);
  }

  private static void x509(String socket) throws Exception {
    ManagedChannel channel = dial(socket, null);
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("workload.spiffe.io", Metadata.ASCII_STRING_MARSHALLER), "true");
    MethodDescriptor<byte[], byte[]> fetch =
        method(MethodType.SERVER_STREAMING, "SpiffeWorkloadAPI/FetchX509SVID");
    while (input.readLine() != null) {
      for (; ; ) {
        try {
          Iterator<byte[]> answers =
              ClientCalls.blockingServerStreamingCall(
                  io.grpc.ClientInterceptors.intercept(
                      channel, MetadataUtils.newAttachHeadersInterceptor(headers)),
                  fetch,
                  within(5_000),
                  new byte[0]);
          // X509SVIDResponse.svids, then X509SVID.spiffe_id: both are field 1 and come first.
          byte[] id = fieldOne(fieldOne(answers.next()));
          System.out.println(new String(id, StandardCharsets.UTF_8));
          break;
        } catch (StatusRuntimeException error) {
          System.err.println(error.getStatus());
          Thread.sleep(100);
        }
      }
    }
  }

  private static byte[] fieldOne(byte[] message) {
    ByteBuffer from = ByteBuffer.wrap(message);
    if (from.get() != 0x0a) throw new IllegalStateException("another field comes first");
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = from.get();
      length |= (next & 0x7f) << shift;
      if (next >= 0) break;
    }
    byte[] field = new byte[length];
    from.get(field);
    return field;
  }
}
