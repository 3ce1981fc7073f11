import type { Endpoint } from '#contract/endpoint.ts'
import { exchangeFor, orNetworkError, type Input, type Options } from './api.ts'

/** The name in a `Content-Disposition`, in Unicode if it has one. */
const fileNameIn = (disposition: string): string | undefined => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? []
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

export type Downloaded = { readonly name: string; readonly file: Blob }

/**
 * Downloads the file of `endpoint`. `onBytes` gets the number of bytes so far. The browser holds the file, on disk if
 * it is large. Throws ApiError, also for an interrupted download.
 */
export const download = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E> & Options,
  onBytes: (bytes: number) => void,
): Promise<Downloaded> =>
  exchangeFor(endpoint, input, async (response) => {
    let bytes = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        onBytes((bytes += part.length))
        controller.enqueue(part)
      },
    })
    const name = fileNameIn(response.headers.get('Content-Disposition') ?? '')
    const type = response.headers.get('Content-Type') ?? ''
    const whole = new Response(response.body?.pipeThrough(counted) ?? null, {
      headers: { 'Content-Type': type },
    })
    return { name: name ?? 'download', file: await whole.blob().catch(orNetworkError(input)) }
  })
