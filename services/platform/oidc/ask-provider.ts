const TIMEOUT_MS = 3_000
const MAX_BYTES = 256 * 1_024

/** Requests JSON from an identity provider: within 3 s, without redirects, at most 256 KiB. Throws if there is no such answer. */
export const askProvider = async (
  url: URL,
  body?: URLSearchParams,
): Promise<{ readonly status: number; readonly json: unknown }> => {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body }),
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  const { status } = response
  try {
    return { status, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    // The parser's message would quote the answer.
    throw new Error(`the provider answered ${status} without JSON`)
  }
}
