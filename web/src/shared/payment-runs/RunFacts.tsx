import { lazy, Suspense } from 'react'
import type { UploadedFile } from '#contract/requests/files.ts'

const PaymentRun = lazy(async () => ({ default: (await import('./PaymentRun.tsx')).PaymentRun }))

type Props = {
  readonly files?: readonly UploadedFile[] | undefined
  /** Formats the time of an approval. */
  readonly timeOf: (iso: string) => string
  /** Who asks also learns why a file is not read as a run. */
  readonly isAsking?: boolean
}

/** What the payment runs among the files pay. Any XML file may be one; the server reads it. */
export const RunFacts = ({ files = [], ...props }: Props) =>
  files
    .filter(({ type, name }) => type === 'application/xml' && name !== null)
    .map((file) => (
      <Suspense key={file.id} fallback={null}>
        <PaymentRun {...props} file={file} />
      </Suspense>
    ))
