/** The same bytes in pieces of this size; the last one may be shorter. */
export async function* inFrames(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    held.push(part)
    length += part.length
    if (length < size) continue
    const all = Buffer.concat(held)
    let start = 0
    for (; length - start >= size; start += size) yield all.subarray(start, start + size)
    held = start < length ? [all.subarray(start)] : []
    length -= start
  }
  if (length > 0) yield Buffer.concat(held)
}
