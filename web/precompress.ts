import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Documents are not among them: each answer gets a nonce of its own. */
const TEXT = /[.](js|css|svg|json|webmanifest|txt)$/
/** A packet or two take as long as less. */
const LEAST_BYTES = 1_024

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Puts `.br` and `.gz` beside every text below `folder`, once for all who will ask. */
export const precompress = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < LEAST_BYTES) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, smallest))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
