import type { Request } from '#contract/requests/requests.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { inboxTexts } from './texts.ts'

/** Names several requests. */
export const Titles = ({ of: requests }: { readonly of: readonly Request[] }) => {
  const { erasedText } = inboxTexts.use()
  return (
    <ul className="inbox-titles">
      {requests.map(({ id, title }) => (
        <li key={id}>
          <UserText>{title ?? erasedText}</UserText>
        </li>
      ))}
    </ul>
  )
}
