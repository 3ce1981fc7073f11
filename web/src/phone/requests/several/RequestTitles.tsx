import type { Request } from '#contract/requests/requests.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { requestTexts } from '../parts/request-texts.ts'

/** Names the requests that were left out. */
export const RequestTitles = ({ requests }: { readonly requests: readonly Request[] }) => {
  const { erasedText } = requestTexts.use()
  return (
    <ul>
      {requests.map(({ id, title }) => (
        <li key={id}>
          <UserText>{title ?? erasedText}</UserText>
        </li>
      ))}
    </ul>
  )
}
