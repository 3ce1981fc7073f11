import { pathToFileURL } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Packs the words of the page that verifies files, which are a third of it: they become data that the page unpacks when it starts. Its
 * program stays as it is.
 */
export const packWords = (): Plugin => ({
  name: 'pack-words',
  applyToEnvironment: ({ name }) => name === 'verifier',
  load: {
    filter: { id: /\/public\/verify\/all-words[.]ts$/ },
    async handler(id) {
      const words = (await import(pathToFileURL(id).href)) as Readonly<Record<string, unknown>>
      const packed = deflateRawSync(JSON.stringify(words), { level: 9 }).toString('base64')
      return `const bytes = Uint8Array.from(atob('${packed}'), (sign) => sign.charCodeAt(0))
        const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
        export const { ${Object.keys(words).join(', ')} } = await new Response(unpacked).json()`
    },
  },
})
