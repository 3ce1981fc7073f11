import type { Request } from '#contract/requests/requests.ts'
import { FullRequest } from './FullRequest.tsx'

/** What a sheet repeats before several requests are decided. */
export const FullRequests = ({ requests }: { readonly requests: readonly Request[] }) => (
  <ul className="full-requests">
    {requests.map((request) => (
      <li key={request.id}>
        <FullRequest request={request} />
      </li>
    ))}
  </ul>
)
