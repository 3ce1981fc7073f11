import './parts.css'

/** Two letters for an address: of the parts of its name, or its first two. Empty for nobody. */
export const initialsOf = (email: string | null): string => {
  const parts = (email ?? '')
    .split('@')[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const letters =
    parts.length > 1 ? parts.slice(0, 2).map((part) => [...part][0]) : [...(parts[0] ?? '')].slice(0, 2)
  return letters.join('').toUpperCase()
}

type Props = {
  readonly email: string | null
  /** Your own are filled, those of who has not joined are outlined. */
  readonly kind?: 'own' | 'other' | 'invited' | 'off'
  readonly size?: 's' | 'm' | 'l'
}

/** Decoration beside an address that is written out. */
export const Initials = ({ email, kind = 'other', size = 'm' }: Props) => (
  <span className={`initials initials-${kind} initials-${size}`} aria-hidden="true">
    {initialsOf(email)}
  </span>
)
