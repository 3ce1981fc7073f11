import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { UseFormRegisterReturn } from 'react-hook-form'

type Props = Omit<TextFieldProps, 'error' | 'helperText' | 'name' | 'onChange' | 'onBlur'> & {
  readonly field: UseFormRegisterReturn
  readonly error?: string | undefined
  readonly hint?: string | undefined
}

/** MUI's text field for a field registered with react-hook-form. Shows the error below it. The label does not move. */
export const FormTextField = ({ field, error, hint, slotProps, ...props }: Props) => {
  const { ref, ...bound } = field
  return (
    <TextField
      fullWidth
      variant="outlined"
      {...props}
      {...bound}
      inputRef={ref}
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: true },
        htmlInput: { dir: 'auto', ...slotProps?.htmlInput },
      }}
      error={Boolean(error)}
      helperText={error ?? hint}
    />
  )
}
