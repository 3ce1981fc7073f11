/** The proof in a printed Beleg: the file that is attached to the PDF. */

const ATTACHED = /\/Type \/EmbeddedFile\b[^]*?\/Length (\d+)[^]*?\nstream\n/
/** Far more than a Beleg has. */
const MOST_BYTES = 64 * 1024 * 1024

const inflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  // Not every browser iterates over a stream.
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts).text()
    length += value.length
    if (length > MOST_BYTES) throw new RangeError('the attached file is too large')
    parts.push(value)
  }
}

/** Returns the text of the attached file; null for a file that is no such PDF. */
export const belegInPdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string | null> => {
  const raw = new TextDecoder('latin1').decode(bytes)
  const found = raw.startsWith('%PDF-') ? ATTACHED.exec(raw) : null
  if (!found) return null
  const start = found.index + found[0].length
  try {
    return await inflated(bytes.slice(start, start + Number(found[1])))
  } catch {
    return null
  }
}
