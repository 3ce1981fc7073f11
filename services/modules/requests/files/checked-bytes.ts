import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, type FileType } from '#contract/requests/files.ts'
import { Rejected } from '#contract/errors.ts'
import { endsAs, HEAD_BYTES, TAIL_BYTES, typeOf } from './file-type.ts'

const notTaken = (): Rejected =>
  new Rejected('file.not-taken', [{ field: 'file', problem: 'is none of the accepted types' }])

/**
 * The bytes of a file, of which `seen` tells once they have been read. They throw `input.too-large` beyond 10 MiB, and `file.not-taken`
 * for what its content does not show to be of an accepted type: before the first byte, or at the end.
 */
export const checkedBytes = (source: AsyncIterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let size = 0
  let type: FileType | undefined
  let tail: Buffer = Buffer.alloc(0)

  const firstOf = (head: Buffer): Buffer => {
    type = typeOf(head)
    if (!type) throw notTaken()
    return head
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    for await (const part of source) {
      size += part.length
      if (size > MAX_FILE_BYTES)
        throw new Rejected('input.too-large', [{ field: 'file', most: MAX_FILE_BYTES }])
      hash.update(part)
      tail = Buffer.concat([tail, part]).subarray(-TAIL_BYTES)
      if (type) yield part
      else head = Buffer.concat([head, part])
      if (!type && head.length >= HEAD_BYTES) yield firstOf(head)
    }
    if (!type) yield firstOf(head)
    if (!endsAs(type!, tail)) throw notTaken()
  }

  return {
    bytes: bytes(),
    seen: () => ({ type: type!, size, sha256: hash.digest('hex') }),
  }
}
