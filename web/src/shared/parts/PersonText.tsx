import './parts.css'

/** A person as answers name them. Without an address: erased. */
export type NamedPerson = { readonly email: string | null; readonly name?: string | null | undefined }

/** An address. It wraps where it has no room, because nobody may be fooled by a cut domain. */
export const AddressText = ({ children: email }: { readonly children: string }) => (
  <bdi className="address" dir="ltr">
    {email}
  </bdi>
)

export type PersonProps = {
  readonly of: NamedPerson
  /** Stands for an erased person. */
  readonly erased: string
}

/** A person: the name first, which anybody can give themselves, and always the address. */
export const PersonText = ({ of: { name, email }, erased }: PersonProps) => {
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

/** Keeps the direction of a text to itself where no element can. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** As `PersonText`, for sentences, labels and options. */
export const personWords = ({ name, email }: NamedPerson, erased: string): string =>
  name && email !== null ? `${isolated(name)} (${email})` : (email ?? erased)
