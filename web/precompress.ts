import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Not HTML: each response gets its own nonce. */
const TEXT = /[.](js|css|svg|json|webmanifest|txt)$/
/** Smaller files fit into one or two packets anyway. */
const LEAST_BYTES = 1_024

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes a `.br` and a `.gz` file beside every text file below `folder`. */
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
