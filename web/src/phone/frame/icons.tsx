import type { ReactNode } from 'react'

const Icon = ({ children }: { children: ReactNode }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
)

export const HomeIcon = () => (
  <Icon>
    <path d="M3 13l3-8h12l3 8v6H3zM3 13h5l1.5 3h5L16 13h5" />
  </Icon>
)
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
export const ListIcon = () => (
  <Icon>
    <path d="M4 6h.01M4 12h.01M4 18h.01M8 6h12M8 12h12M8 18h12" />
  </Icon>
)
export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7" />
  </Icon>
)
export const BackIcon = () => (
  <Icon>
    <path d="M15 5l-7 7 7 7" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="M5 13l5 5 9-11" />
  </Icon>
)
export const CrossIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3 2" />
  </Icon>
)
export const PhoneIcon = () => (
  <Icon>
    <rect x="7" y="3" width="10" height="18" rx="2" />
    <path d="M11 18h2" />
  </Icon>
)
/** The product's mark: two pairs of eyes, one of them has checked. */
export const EyesIcon = () => (
  <svg className="eyes" viewBox="0 0 48 24" aria-hidden="true" focusable="false">
    <path className="eye" d="M2 12Q12 1 22 12Q12 23 2 12ZM26 12Q36 1 46 12Q36 23 26 12Z" />
    <circle className="pupil" cx="12" cy="12" r="4.6" />
    <circle className="pupil checked" cx="36" cy="12" r="4.8" />
    <path className="tick" d="M33.7 12.2l1.600 1.700 3-3.600" />
  </svg>
)
