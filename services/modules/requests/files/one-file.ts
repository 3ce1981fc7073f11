import { Rejected } from '#contract/errors.ts'

type Bytes = AsyncIterable<Uint8Array>
export type SentFile = { readonly name: string; readonly bytes: Bytes }

const HEADERS_BYTES = 8 * 1024
const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i
const FILE_NAME = /^content-disposition:\s*form-data\s*;.*;\s*filename="((?:[^"\\]|\\.)*)"/im

const broken = () => new Rejected('input.malformed')
const invalid = (problem: string) => new Rejected('input.invalid', [{ field: 'file', problem }])

/** Reads on until something is there. */
const readerOf = (body: Bytes) => {
  const source = body[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next()
    if (!done) held = Buffer.concat([held, value])
    return !done
  }
  /** What comes before the mark, which is read too. */
  const before = async (mark: string, most: number): Promise<Buffer> => {
    for (let at = -1; ;) {
      at = held.indexOf(mark)
      if (at >= 0) {
        const found = held.subarray(0, at)
        held = held.subarray(at + mark.length)
        return found
      }
      if (held.length > most || !(await more())) throw broken()
    }
  }
  async function* until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark)
      if (at >= 0) {
        yield held.subarray(0, at)
        held = held.subarray(at + mark.length)
        return
      }
      // The mark may have begun.
      const sure = Math.max(0, held.length - mark.length + 1)
      if (sure > 0) yield held.subarray(0, sure)
      held = held.subarray(sure)
      if (!(await more())) throw broken()
    }
  }
  const next = async (length: number): Promise<string> => {
    while (held.length < length) if (!(await more())) throw broken()
    const text = held.toString('latin1', 0, length)
    held = held.subarray(length)
    return text
  }
  return { before, until, next }
}

/** As the HTML standard writes a file name, and as programs of before do. */
const unescaped = (name: string): string =>
  name
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')

const nameIn = (headers: Buffer): string => {
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(headers)
  } catch {
    throw new Rejected('input.invalid', [{ field: 'name', problem: 'is not in UTF-8' }])
  }
  const [, name] = FILE_NAME.exec(text) ?? []
  if (name === undefined) throw invalid('must be the only field of the form')
  return unescaped(name)
}

async function* theOnly(reader: ReturnType<typeof readerOf>, boundary: string): AsyncGenerator<Buffer> {
  yield* reader.until(Buffer.from(`\r\n--${boundary}`))
  if ((await reader.next(2)) !== '--') throw invalid('must be the only one: a call takes one file')
}

/**
 * The file of a form (RFC 7578) that holds nothing else. Reads as fast as the bytes are taken, which throw `input.invalid` when a
 * second part follows, and `input.malformed` when the form breaks off.
 */
const fileOfForm = async (body: Bytes, boundary: string): Promise<SentFile> => {
  const reader = readerOf(body)
  if ((await reader.before('\r\n', HEADERS_BYTES)).toString('latin1') !== `--${boundary}`) throw broken()
  const name = nameIn(await reader.before('\r\n\r\n', HEADERS_BYTES))
  return { name, bytes: theOnly(reader, boundary) }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The only file of a call: in a form, or as the whole body with its name beside it. */
export const oneFile = async ({
  type,
  name,
  body,
}: {
  readonly type: string
  /** Beside the body. */
  readonly name: string | undefined
  readonly body: unknown
}): Promise<SentFile> => {
  const bytes = (body ?? nothing()) as Bytes
  if (/^multipart\//i.test(type)) {
    const [, quoted, plain] = BOUNDARY.exec(type) ?? []
    const boundary = quoted ?? plain
    if (boundary === undefined) throw broken()
    return fileOfForm(bytes, boundary)
  }
  if (name === undefined) throw new Rejected('input.invalid', [{ field: 'name', problem: 'is missing' }])
  return { name, bytes }
}
