import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { sha256 } from '../primitives/ids.ts'
import { inSpan } from '../watch/tracing.ts'
import type { Seal } from './seals.ts'

/** A bucket of an S3-compatible object store. */
export type SealBucket = {
  /** Resolves when the bucket has this seal. Rejects with the code and the status of the answer, or after 10 s. */
  put(seal: Seal): Promise<void>
}

const ANSWER_MS = 10_000
const IS_THERE = 412

/** A name that only this seal has, in the order of the log. */
const nameOf = ({ store, events, signature }: Seal): string =>
  `${store}/${String(events).padStart(12, '0')}-${sha256(signature).toString('hex').slice(0, 32)}.json`

const refusalIn = async (response: Response): Promise<Error> => {
  const [, code = null] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
  return Object.assign(new Error('the bucket refused a seal'), { code, responseCode: response.status })
}

/** `url`: SEAL_BUCKET_URL. */
export const openSealBucket = (url: string, region: string | undefined): SealBucket => {
  const { protocol, host, pathname, username, password } = new URL(url)
  const folder = `${protocol}//${host}${pathname.replace(/\/$/, '')}`
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    ...(region !== undefined && { region }),
    // The caller repeats.
    retries: 0,
  })
  const put = async (seal: Seal): Promise<void> => {
    const body = `${JSON.stringify(seal)}\n`
    const response = await client.fetch(`${folder}/${nameOf(seal)}`, {
      method: 'PUT',
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        // A bucket that locks its objects wants it.
        'content-md5': createHash('md5').update(body).digest('base64'),
        'if-none-match': '*',
        'x-amz-content-sha256': sha256(body).toString('hex'),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!response.ok && response.status !== IS_THERE) throw await refusalIn(response)
    await response.body?.cancel()
  }
  return {
    put: (seal) =>
      inSpan({ name: 'S3 put', kind: 'client' }, () =>
        put(seal).catch((error: Error) => {
          // `fetch` hides why it failed.
          throw error.cause ?? error
        }),
      ),
  }
}
