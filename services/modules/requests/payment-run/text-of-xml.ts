import { MAX_FILE_BYTES } from '#contract/requests/files.ts'
import { UnreadableRun } from './unreadable-run.ts'

type Bytes = AsyncIterable<Uint8Array>

const PARSED_AT_ONCE = 64 * 1024
/** Long enough for the XML declaration of any program. */
const HEAD_BYTES = 400
const UTF8_MARK = Buffer.from('efbbbf', 'hex')
const DECLARED = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/
/** Exactly these: each byte of a file is then read as its bank reads it. ISO-8859-1 is not Windows-1252. */
const ENCODINGS = ['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252']

const wrongEncoding = (found?: string) =>
  new UnreadableRun('Document', 'encoding', found === undefined ? {} : { found })

const encodingOf = (head: Buffer): string => {
  // UTF-16 and UTF-32 have a NUL among the first signs of any document.
  if (head.subarray(0, 4).includes(0)) throw wrongEncoding()
  const isMarked = head.subarray(0, 3).equals(UTF8_MARK)
  const declared = DECLARED.exec(head.toString('latin1', isMarked ? 3 : 0))?.[1] ?? 'UTF-8'
  const encoding = declared.toLowerCase()
  if (!ENCODINGS.includes(encoding) || (isMarked && encoding !== 'utf-8')) throw wrongEncoding(declared)
  return encoding
}

const decoderOf = (encoding: string): ((bytes: Uint8Array, isMore: boolean) => string) => {
  if (encoding === 'iso-8859-1') return (bytes) => Buffer.from(bytes).toString('latin1')
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes, isMore) => {
    try {
      return decoder.decode(bytes, { stream: isMore })
    } catch {
      throw wrongEncoding(encoding)
    }
  }
}

async function* bounded(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > MAX_FILE_BYTES) throw new UnreadableRun('Document', 'size')
    for (let at = 0; at < part.length; at += PARSED_AT_ONCE) yield part.subarray(at, at + PARSED_AT_ONCE)
  }
}

/** The text of an XML document, in small pieces, without a byte order mark. Throws `UnreadableRun` for what it cannot decode. */
export async function* textOfXml(bytes: Bytes): AsyncGenerator<string> {
  let head = Buffer.alloc(0)
  let decode: ReturnType<typeof decoderOf> | undefined
  for await (const part of bounded(bytes)) {
    if (decode) {
      yield decode(part, true)
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < HEAD_BYTES) continue
    decode = decoderOf(encodingOf(head))
    yield decode(head, true)
  }
  if (decode) yield decode(new Uint8Array(), false)
  else yield decoderOf(encodingOf(head))(head, false)
}
