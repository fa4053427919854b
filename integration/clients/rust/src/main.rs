//! Calls a socket with tonic: `checks SOCKET AUTHORITY…` the test methods, one word for each check that holds;
//! `x509 SOCKET` an agent's FetchX509SVID, the SPIFFE ID for each line of standard input.

use std::time::Duration;

use bytes::{Buf, BufMut, Bytes};
use http::uri::PathAndQuery;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::UnixStream;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

type Client = Grpc<Channel>;

/// Messages as they are.
#[derive(Default)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;
    fn encoder(&mut self) -> Raw {
        Raw
    }
    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn encode(&mut self, item: Bytes, out: &mut EncodeBuf<'_>) -> Result<(), Status> {
        out.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        let length = from.remaining();
        Ok(Some(from.copy_to_bytes(length)))
    }
}

fn dial(socket: &str, authority: &str) -> Client {
    let path = socket.to_owned();
    let channel = Endpoint::try_from(format!("http://{authority}"))
        .expect("an authority")
        .connect_with_connector_lazy(tower::service_fn(move |_| {
            let path = path.clone();
            async move { Ok::<_, std::io::Error>(TokioIo::new(UnixStream::connect(path).await?)) }
        }));
    Grpc::new(channel).max_decoding_message_size(20_000_000)
}

fn path(text: &'static str) -> PathAndQuery {
    PathAndQuery::from_static(text)
}

fn request(body: impl Into<Bytes>) -> Request<Bytes> {
    let mut request = Request::new(body.into());
    request.set_timeout(Duration::from_secs(20));
    request
}

async fn unary(client: &Client, to: &'static str, request: Request<Bytes>) -> Result<Bytes, Status> {
    let mut client = client.clone();
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    Ok(client.unary(request, path(to), Raw).await?.into_inner())
}

async fn ask(client: &Client, body: &'static [u8]) -> Result<Bytes, Status> {
    unary(client, "/test.Test/Ask", request(body)).await
}

fn check(name: &str, holds: bool) {
    if !holds {
        eprintln!("{name} does not hold");
        std::process::exit(1);
    }
    println!("{name}");
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    match args[1].as_str() {
        "checks" => checks(&args[2], &args[3..]).await,
        _ => x509(&args[2]).await,
    }
}

async fn checks(socket: &str, authorities: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let client = dial(socket, "localhost");
    check("answer", ask(&client, b"hello").await? == "hello");
    check("empty", ask(&client, b"").await?.is_empty());
    let large = Bytes::from(vec![7u8; 3_000_000]);
    check("large", unary(&client, "/test.Test/Ask", request(large.clone())).await? == large);

    let mut watching = client.clone();
    watching.ready().await?;
    let mut sizes = Vec::new();
    let mut answers = watching
        .server_streaming(request("10000000"), path("/test.Test/Watch"), Raw)
        .await?
        .into_inner();
    while let Some(message) = answers.message().await? {
        sizes.push(message.len());
    }
    check("ten-megabytes", sizes == [10_000_000, 10_000_000]);

    let mut chatting = client.clone();
    chatting.ready().await?;
    let words = tokio_stream::iter(["a", "b", "c"].map(|word| Bytes::from_static(word.as_bytes())));
    let mut echoes = chatting
        .streaming(Request::new(words), path("/test.Test/Chat"), Raw)
        .await?
        .into_inner();
    let mut heard = Vec::new();
    while let Some(message) = echoes.message().await? {
        heard.push(message);
    }
    check("chat", heard == ["a", "b", "c"]);

    let waiting = ask(&client, b"wait");
    check("cancel", tokio::time::timeout(Duration::from_millis(200), waiting).await.is_err());
    let mut late = Request::new(Bytes::from_static(b"wait"));
    late.set_timeout(Duration::from_millis(200));
    let late = unary(&client, "/test.Test/Ask", late).await.unwrap_err();
    check("deadline", matches!(late.code(), Code::DeadlineExceeded | Code::Cancelled));

    let refused = ask(&client, b"refuse").await.unwrap_err();
    check("status", refused.code() == Code::NotFound && refused.message() == "no \u{201c}x\u{201d}\n100%");
    let absent = unary(&client, "/test.Test/Absent", request("")).await.unwrap_err();
    check("unimplemented", absent.code() == Code::Unimplemented);
    for authority in authorities {
        check("authority", ask(&dial(socket, authority), b"x").await? == "x");
    }

    println!("restart");
    BufReader::new(tokio::io::stdin()).lines().next_line().await?;
    let mut again = ask(&client, b"again").await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        again = ask(&client, b"again").await;
    }
    check("reconnect", again? == "again");
    Ok(())
}

async fn x509(socket: &str) -> Result<(), Box<dyn std::error::Error>> {
    let client = dial(socket, "localhost");
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while lines.next_line().await?.is_some() {
        loop {
            match fetch(&client).await {
                Ok(id) => break println!("{id}"),
                Err(error) => eprintln!("{error}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(())
}

/// The SPIFFE ID of the first X509-SVID.
async fn fetch(client: &Client) -> Result<String, Status> {
    let mut client = client.clone();
    client.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
    let mut request = request("");
    request.metadata_mut().insert("workload.spiffe.io", "true".parse().expect("a value"));
    let mut stream = client
        .server_streaming(request, path("/SpiffeWorkloadAPI/FetchX509SVID"), Raw)
        .await?
        .into_inner();
    let message = stream.message().await?.ok_or_else(|| Status::internal("no answer"))?;
    // X509SVIDResponse.svids, then X509SVID.spiffe_id: both are field 1 and come first.
    let svid = field_one(&message).ok_or_else(|| Status::internal("no SVID"))?;
    let id = field_one(svid).ok_or_else(|| Status::internal("no SPIFFE ID"))?;
    Ok(String::from_utf8_lossy(id).into_owned())
}

fn field_one(message: &[u8]) -> Option<&[u8]> {
    let mut bytes = message.strip_prefix(&[0x0a])?;
    let mut length = 0usize;
    for shift in (0..).step_by(7) {
        let byte = bytes.get_u8();
        length |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    bytes.get(..length)
}
