import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { SearchIcon } from '../parts/icons.tsx'

type Props = {
  readonly label: string
  readonly maxLength: number
  readonly value: string
  readonly onValue: (value: string) => void
  readonly autoFocus?: boolean
}

/** Has no visible label: the icon and the placeholder explain it. */
export const SearchField = ({ label, maxLength, value, onValue, autoFocus = false }: Props) => (
  <OutlinedInput
    className="search-field"
    type="search"
    placeholder={label}
    value={value}
    autoFocus={autoFocus}
    onChange={(event) => onValue(event.target.value)}
    startAdornment={
      <InputAdornment position="start">
        <SearchIcon />
      </InputAdornment>
    }
    slotProps={{ input: { 'aria-label': label, maxLength } }}
  />
)
