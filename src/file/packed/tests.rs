use super::*;
use std::io::Write as _;

const ALL: [Packing; 3] = [Packing::Bzip2, Packing::Gzip, Packing::Zstd];

fn pack(packing: Packing, text: &[u8]) -> Vec<u8> {
    match packing {
        Packing::Bzip2 => {
            let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            out.write_all(text).unwrap();
            out.finish().unwrap()
        }
        Packing::Gzip => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(text).unwrap();
            out.finish().unwrap()
        }
        Packing::Zstd => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress_to_vec(text, level)
        }
        Packing::Utf16(order) => order.encode(&String::from_utf8_lossy(text)),
    }
}

/// Returns the text of `packed`, and the error that ended decompression, if any.
fn unpack(packing: Packing, packed: &[u8], limits: UnpackLimits) -> (Vec<u8>, Option<UnpackError>) {
    let (text, error, _) = unpack_whole(packing, packed, limits);
    (text, error)
}

/// As [`unpack`], and returns the warning about the text.
fn unpack_whole(
    packing: Packing,
    packed: &[u8],
    limits: UnpackLimits,
) -> (Vec<u8>, Option<UnpackError>, Option<UnpackWarning>) {
    let mut text = Vec::new();
    let budget = UnpackBudget::new(limits, packed.len() as u64);
    let mut unpacker = Unpacker::new(packing, budget.input(packed), &budget);
    let error = unpacker.read_to_end(&mut text).err();
    let error = error.map(|error| *error.get_ref().and_then(|e| e.downcast_ref()).unwrap());
    (text, error, unpacker.warning())
}

fn text(seed: u64, lines: u64) -> Vec<u8> {
    let line = |n: u64| format!("[Event \"{}\"]\n", n.wrapping_mul(seed | 1) % 99_991);
    (0..lines).map(line).collect::<String>().into_bytes()
}

#[test]
fn concatenated_streams_are_one_text() {
    for packing in ALL {
        let (one, two) = (text(7, 3000), text(11, 10));
        let packed = [pack(packing, &one), pack(packing, &two), pack(packing, b"")].concat();
        let (all, error) = unpack(packing, &packed, UnpackLimits::DEFAULT);
        assert_eq!(error, None, "{packing:?}");
        assert!(all == [one, two].concat(), "{packing:?}");
    }
}

/// With a decoder for each, these streams would take minutes in a test.
#[test]
fn empty_streams_need_no_decoder() {
    for packing in ALL {
        let (one, two) = (text(7, 40), text(11, 30));
        let empty = pack(packing, b"").repeat(1_000_000 / pack(packing, b"").len());
        for around in [b"".as_slice(), &one] {
            let around = if around.is_empty() { Vec::new() } else { pack(packing, around) };
            let packed =
                [around.clone(), empty.clone(), pack(packing, &two), empty.clone()].concat();
            let (all, error, trailing) = unpack_whole(packing, &packed, UnpackLimits::DEFAULT);
            assert_eq!((error, trailing), (None, None), "{packing:?}");
            let first = if around.is_empty() { Vec::new() } else { one.clone() };
            assert!(all == [first, two.clone()].concat(), "{packing:?}");
        }
    }
}

#[test]
fn truncation_at_any_byte_is_reported() {
    for packing in ALL {
        let (one, two) = (text(7, 40), text(11, 30));
        let first = pack(packing, &one);
        let packed = [first.clone(), pack(packing, &two)].concat();
        for end in 1..packed.len() {
            let (got, error) = unpack(packing, &packed[..end], UnpackLimits::DEFAULT);
            let all = [one.clone(), two.clone()].concat();
            assert!(all.starts_with(&got), "{packing:?} {end}");
            // A cut between two streams cannot be detected.
            let expect = (end != first.len()).then_some(UnpackError::Cut {
                verified: if end > first.len() { one.len() as u64 } else { 0 },
            });
            assert_eq!(error, expect, "{packing:?} {end}");
        }
    }
}

#[test]
fn corrupted_text_is_detected() {
    for packing in ALL {
        let (one, two) = (text(7, 60), text(11, 50));
        let first = pack(packing, &one);
        let packed = [first.clone(), pack(packing, &two)].concat();
        let all = [one.clone(), two].concat();
        let mut noticed = 0;
        for at in 0..packed.len() {
            for bit in 0..8 {
                let mut changed = packed.clone();
                changed[at] ^= 1 << bit;
                let (got, error, trailing) = unpack_whole(packing, &changed, UnpackLimits::DEFAULT);
                let is_noticed = error.is_some() || trailing.is_some();
                // Some header bits carry no data: the time and the system.
                assert!(is_noticed || got == all, "{packing:?} byte {at} bit {bit}");
                noticed += usize::from(is_noticed);
                let verified = match error {
                    Some(UnpackError::Damaged { verified } | UnpackError::Cut { verified }) => {
                        verified
                    }
                    _ => 0,
                };
                let verified = usize::try_from(verified).unwrap();
                assert!(verified == 0 || at >= first.len(), "{packing:?} byte {at}");
                assert!(got[..verified] == all[..verified], "{packing:?} byte {at}");
            }
        }
        assert!(noticed > 7 * packed.len(), "{packing:?} {noticed}");
    }
}

#[test]
fn trailing_bytes_are_not_text() {
    for packing in ALL {
        let one = text(7, 40);
        let packed = [pack(packing, &one), b"[Event]".to_vec()].concat();
        let (got, error, trailing) = unpack_whole(packing, &packed, UnpackLimits::DEFAULT);
        assert!(got == one, "{packing:?}");
        if packing == Packing::Zstd {
            let verified = one.len() as u64;
            let expect = [UnpackError::Damaged { verified }, UnpackError::Cut { verified }];
            assert!(error.is_some_and(|error| expect.contains(&error)), "{packing:?} {error:?}");
        } else {
            assert_eq!(
                (error, trailing),
                (None, Some(UnpackWarning::TrailingBytes)),
                "{packing:?}"
            );
        }
    }
}

#[test]
fn trailing_zeros_are_padding() {
    for packing in [Packing::Bzip2, Packing::Gzip] {
        let (one, two) = (text(7, 40), text(11, 30));
        let both = [pack(packing, &one), pack(packing, &two)].concat();
        for (behind, expect) in [
            (vec![], None),
            (vec![0; 1], Some(UnpackWarning::TrailingZeros)),
            (vec![0; 3 * CHUNK_BYTES], Some(UnpackWarning::TrailingZeros)),
            ([vec![0; 3 * CHUNK_BYTES], vec![1]].concat(), Some(UnpackWarning::TrailingBytes)),
        ] {
            let packed = [both.clone(), behind].concat();
            let (got, error, trailing) = unpack_whole(packing, &packed, UnpackLimits::DEFAULT);
            assert!(got == [one.clone(), two.clone()].concat(), "{packing:?}");
            assert_eq!((error, trailing), (None, expect), "{packing:?}");
        }
        // A file of zeros alone is not compressed text.
        let (_, error, _) = unpack_whole(packing, &[0; 40], UnpackLimits::DEFAULT);
        assert!(error.is_some(), "{packing:?}");
    }
}

#[test]
fn archive_bomb_hits_the_limit() {
    let limits = UnpackLimits { ratio_exempt_bytes: 100_000, ratio: 50, ..UnpackLimits::DEFAULT };
    for packing in ALL {
        let packed = pack(packing, &vec![b'x'; 20_000_000]);
        let (got, error) = unpack(packing, &packed, limits);
        let Some(UnpackError::Ratio { ratio: 50, unpacked }) = error else {
            panic!("{packing:?} {error:?}");
        };
        assert_eq!(unpacked, got.len() as u64);
        let most = (packed.len() * 50).max(100_000) + (1 << 18);
        assert!(got.len() <= most, "{packing:?} {} of {}", got.len(), packed.len());
        // If the user lifts the limit, only the length counts.
        let (got, error) = unpack(packing, &packed, UnpackLimits::allowing(20_000_000));
        assert_eq!((got.len(), error), (20_000_000, None), "{packing:?}");
        let bytes = 10_000_000;
        let (got, error) = unpack(packing, &packed, UnpackLimits::allowing(bytes));
        assert_eq!(error, Some(UnpackError::TooLong { bytes }), "{packing:?}");
        assert!(got.len() < 11_000_000, "{packing:?}");
    }
}

#[test]
fn repetitive_text_is_not_an_archive_bomb() {
    for packing in ALL {
        let one = text(7, 200).repeat(2000);
        let packed = pack(packing, &one);
        let limits = UnpackLimits { ratio_exempt_bytes: 0, ..UnpackLimits::DEFAULT };
        let (got, error) = unpack(packing, &packed, limits);
        assert_eq!(error, None, "{packing:?} {} of {}", one.len(), packed.len());
        assert!(got == one, "{packing:?}");
    }
}

#[test]
fn errors_are_sentences() {
    let words = |error: UnpackError| error.to_string();
    assert_eq!(
        words(UnpackError::Damaged { verified: 0 }),
        "damaged; the text read is not verified by a checksum"
    );
    assert_eq!(
        words(UnpackError::Cut { verified: 52 }),
        "truncated; only the first 52 bytes are verified by a checksum"
    );
    let unpacked = 67_108_865;
    assert_eq!(
        words(UnpackError::Ratio { ratio: 250, unpacked }),
        "it unpacks to more than 250 times its size; only the first 67 MB were read"
    );
}
