import type { Request } from '#contract/requests/requests.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { inboxTexts } from './texts.ts'

/** The name first, and the address always. */
export const Requester = ({ person: { name, email } }: { readonly person: Request['requester'] }) => {
  const text = inboxTexts.use()
  if (email === null) return <span className="one-line">{name ?? text.erased}</span>
  if (!name) return <Address>{email}</Address>
  return (
    <span className="requester">
      <span className="one-line">
        <UserText>{name}</UserText>
      </span>
      <span className="meta">
        <Address>{email}</Address>
      </span>
    </span>
  )
}

const Address = ({ children: email }: { readonly children: string }) => {
  const at = email.lastIndexOf('@')
  return (
    <span className="address" title={email}>
      <span className="one-line">{email.slice(0, at)}</span>
      <span>{email.slice(at)}</span>
    </span>
  )
}
