import type { ReactNode } from 'react'

const Icon = ({ children }: { readonly children: ReactNode }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
)
// Free of side effects, so that unused icons are dropped.
const icon = /* @__NO_SIDE_EFFECTS__ */ (shape: ReactNode) => () => <Icon>{shape}</Icon>
export const line = /* @__NO_SIDE_EFFECTS__ */ (path: string) => icon(<path d={path} />)

export const AlertIcon = line('M12 4.5l8.5 15h-17zM12 10.5v4M12 17v.01')
export const ArrowIcon = line('M5 12h14M13.5 6.5L19 12l-5.5 5.5')
export const BackIcon = line('M14.5 6l-6 6 6 6')
export const CheckIcon = line('M5 12.5l4.5 4.5L19 7.5')
export const CrossIcon = line('M6.5 6.5l11 11M17.5 6.5l-11 11')
export const DownIcon = line('M7 10l5 5 5-5')
export const UpIcon = line('M7 14l5-5 5 5')
export const NextIcon = line('M9.5 6l6 6-6 6')
export const EraseIcon = line('M9 6.5h10.5v11H9L4 12zM11.5 9.75l4.5 4.5M16 9.75l-4.5 4.5')
export const FilterIcon = line('M4.5 7h15M7.5 12h9M10.5 17h3')
export const MoreIcon = line('M6 12h.01M12 12h.01M18 12h.01')
export const PauseIcon = line('M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM9 12h6')
export const PlayIcon = line('M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM9 12h6M12 9v6')
export const TrashIcon = line('M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10.5 10.5v5M13.5 10.5v5')
export const PlusIcon = line('M12 5.5v13M5.5 12h13')
export const CallIcon = line(
  'M5 4.5h3.5l1.8 4.5-2.2 1.5a11 11 0 0 0 5.4 5.4l1.5-2.2 4.5 1.8V19a1.5 1.5 0 0 1-1.6 1.5C10.5 20 4 13.5 3.5 6.1A1.5 1.5 0 0 1 5 4.5z',
)
export const ShieldIcon = line(
  'M12 3.5l7 2.5v5.5c0 4.2-2.8 7.4-7 9-4.2-1.6-7-4.8-7-9V6zM9 12l2.2 2.2L15.2 10',
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2.5" />
    <path d="M15.5 8.5V7A2.5 2.5 0 0 0 13 4.5H7A2.5 2.5 0 0 0 4.5 7v6A2.5 2.5 0 0 0 7 15.5h1.5" />
  </>,
)
/** Crossed out: a press hides the text again. */
export const EyeIcon = ({ isCrossed }: { readonly isCrossed: boolean }) => (
  <Icon>
    <path d="M2.5 12c2.6-4.5 5.8-6.5 9.5-6.5s6.9 2 9.5 6.5c-2.6 4.5-5.8 6.5-9.5 6.5S5.1 16.5 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
    {isCrossed && <path d="M4 4l16 16" />}
  </Icon>
)
export const MailIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="M4.5 7.5l7.5 5.5 7.5-5.5" />
  </>,
)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="4" />
    <path d="M4.5 20c.6-4 3.5-6 7.5-6s6.9 2 7.5 6" />
  </>,
)
export const PhoneIcon = icon(
  <>
    <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
    <path d="M10.5 18.5h3" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4 4" />
  </>,
)

/** The logo: four eyes, the fourth one is a check mark. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect className="mark-tile" width="32" height="32" rx="8" />
    <g className="mark-eyes">
      <circle cx="10.5" cy="10.75" r="3.75" />
      <circle cx="21.5" cy="10.75" r="3.75" />
      <circle cx="10.5" cy="21.25" r="3.75" />
    </g>
    <path className="mark-check" d="M17.75 21.5l3 3 5-6.5" />
  </svg>
)

/** The providers' logos, in their own colours. */
export const GoogleIcon = () => (
  <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      fill="#4285F4"
      d="M22.5 12.25c0-.8-.07-1.55-.2-2.28H12v4.31h5.9a5.04 5.04 0 0 1-2.19 3.31v2.75h3.54c2.07-1.91 3.25-4.72 3.25-8.09z"
    />
    <path
      fill="#34A853"
      d="M12 23c2.95 0 5.43-.98 7.25-2.66l-3.54-2.75c-.98.66-2.24 1.05-3.71 1.05-2.85 0-5.27-1.93-6.13-4.52H2.21v2.84A10.96 10.96 0 0 0 12 23z"
    />
    <path fill="#FBBC05" d="M5.87 14.12a6.6 6.6 0 0 1 0-4.2V7.08H2.21a10.96 10.96 0 0 0 0 9.88z" />
    <path
      fill="#EA4335"
      d="M12 5.4c1.61 0 3.05.55 4.18 1.64l3.14-3.14A10.54 10.54 0 0 0 12 1 10.96 10.96 0 0 0 2.21 7.08l3.66 2.84C6.73 7.33 9.15 5.4 12 5.4z"
    />
  </svg>
)
export const MicrosoftIcon = () => (
  <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path fill="#F25022" d="M2 2h9.5v9.5H2z" />
    <path fill="#7FBA00" d="M12.5 2H22v9.5h-9.5z" />
    <path fill="#00A4EF" d="M2 12.5h9.5V22H2z" />
    <path fill="#FFB900" d="M12.5 12.5H22V22h-9.5z" />
  </svg>
)
