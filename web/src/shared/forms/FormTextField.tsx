import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { UseFormRegisterReturn } from 'react-hook-form'

type Props = Omit<TextFieldProps, 'error' | 'helperText' | 'name' | 'onChange' | 'onBlur'> & {
  readonly field: UseFormRegisterReturn
  readonly error?: string | undefined
  readonly hint?: string | undefined
}

/** MUI's text field bound to what `register` of react-hook-form gives; the error stands below it. The label never moves. */
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
