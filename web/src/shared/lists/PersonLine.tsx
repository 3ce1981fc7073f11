import type { CSSProperties } from 'react'
import type { PersonProps } from '../parts/PersonText.tsx'
import './person-line.css'

/** In narrow columns the name makes room for a domain that is longer: see the styles. */
const widthOf = (domain: string): string =>
  domain.length > 36 ? ' is-long is-longest' : domain.length > 24 ? ' is-long' : ''

/**
 * As `PersonText`, in a list: without room the address goes below the name, and what stands before the @ is shortened; a domain
 * that is still too long wraps. On narrow screens all of it wraps. The text stays in one piece for screen readers and for copying.
 */
export const PersonLine = ({ of: { name, email }, erased }: PersonProps) => {
  if (email === null) return erased
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at)]
  return (
    <span className={`person-line${widthOf(domain)}`}>
      {name && (
        <>
          <bdi className="person-name">{name}</bdi>{' '}
        </>
      )}
      <span
        className="address-line"
        title={email}
        data-local={local}
        data-domain={domain}
        style={{ '--local': local.length } as CSSProperties}
      >
        <bdi dir="ltr">{email}</bdi>
      </span>
    </span>
  )
}
