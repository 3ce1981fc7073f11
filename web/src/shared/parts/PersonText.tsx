import './parts.css'

/** A person as answers name them. Without an address: erased. */
export type NamedPerson = { readonly email: string | null; readonly name?: string | null | undefined }

/** Up to this length an address has room in every place at 320 px. */
const MOST_WHOLE = 24
/** Signs before the @ that stay when it is shortened. */
const KEPT = 2

/** An address in one line: without room it is shortened in the middle of the part before the @, never in its domain. */
export const AddressText = ({ children: email }: { readonly children: string }) => {
  const before = Array.from(email.slice(0, email.lastIndexOf('@')))
  if (email.length <= MOST_WHOLE || before.length <= 2 * KEPT)
    return (
      <bdi className="address" dir="ltr">
        {email}
      </bdi>
    )
  const head = before.slice(0, -KEPT).join('')
  return (
    <bdi className="address address-long" dir="ltr" title={email}>
      <span>{head}</span>
      <span>{email.slice(head.length)}</span>
    </bdi>
  )
}

type Props = {
  readonly of: NamedPerson
  /** Stands for an erased person. */
  readonly erased: string
}

/** A person: the name first, which anybody can give themselves, and always the address. */
export const PersonText = ({ of: { name, email }, erased }: Props) => {
  if (email === null) return erased
  return (
    <>
      {name && (
        <>
          <bdi className="person-name">{name}</bdi>{' '}
        </>
      )}
      <AddressText>{email}</AddressText>
    </>
  )
}

/**
 * As `PersonText`, in one line of a list: without room the start of the address is cut, never its domain. The text stays in one piece
 * for screen readers and for copying.
 */
export const PersonLine = ({ of: { name, email }, erased }: Props) => {
  if (email === null) return erased
  return (
    <span className="person-line">
      {name && <bdi className="person-name">{name}</bdi>}{' '}
      <span className="address-line" dir="rtl" title={email}>
        <bdi dir="ltr">{email}</bdi>
      </span>
    </span>
  )
}

/** Keeps the direction of a text to itself where no element can. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** As `PersonText`, for sentences, labels and options. */
export const personWords = ({ name, email }: NamedPerson, erased: string): string =>
  name && email !== null ? `${isolated(name)} (${email})` : (email ?? erased)
