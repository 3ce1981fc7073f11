import { createTheme, type Components } from '@mui/material/styles'

/** MUI's components in the tokens of `shared/tokens.css`, which handle light and dark. */
const components: Components = {
  MuiButtonBase: { defaultProps: { disableRipple: true, disableTouchRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 'var(--button)',
        gap: 8,
        padding: '0 20px',
        whiteSpace: 'nowrap',
        transition: 'background var(--time-fast), border-color var(--time-fast)',
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
        '&[aria-disabled=true]': {
          color: 'var(--ink-3)',
          background: 'var(--subtle)',
          borderColor: 'transparent',
        },
        '& .icon': { width: 20, height: 20 },
        '@media (forced-colors: active)': { border: '1px solid' },
      },
      outlined: {
        color: 'var(--ink)',
        borderColor: 'var(--line-strong)',
        background: 'var(--surface)',
        '&:hover': { background: 'var(--subtle)' },
        '&.MuiButton-colorError': { color: 'var(--danger)', borderColor: 'var(--danger)' },
        '&.MuiButton-colorError:hover': { background: 'var(--danger-soft)' },
      },
      text: {
        padding: '0 12px',
        color: 'var(--ink-2)',
        '&:hover': { color: 'var(--ink)', background: 'var(--subtle)' },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 'var(--target)',
        height: 'var(--target)',
        color: 'var(--ink-2)',
        isolation: 'isolate',
        '&::before': { content: '""', position: 'absolute', inset: 8, zIndex: -1, borderRadius: 8 },
        '&:hover': { color: 'var(--ink)', background: 'none' },
        '&:hover::before': { background: 'var(--subtle)' },
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -6, borderRadius: 14 },
      },
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 6,
        whiteSpace: 'normal',
        font: '600 0.875rem/1.25rem var(--font)',
        '&, &.Mui-focused, &.Mui-error': { color: 'var(--ink)' },
      },
      asterisk: { display: 'none' },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        minHeight: 'var(--field)',
        background: 'var(--surface)',
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--ink-2)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)', borderWidth: 2 },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--danger)', borderWidth: 2 },
      },
      input: {
        height: 24,
        padding: '11px 14px',
        '&::placeholder': { color: 'var(--ink-3)', opacity: 1 },
        '.MuiInputBase-adornedStart &': { paddingLeft: 4 },
      },
      multiline: { padding: '11px 14px', '& textarea': { padding: 0 } },
      notchedOutline: { top: 0, borderColor: 'var(--field-line)', '& legend': { display: 'none' } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '6px 0 0',
        font: 'var(--text-meta)',
        color: 'var(--ink-3)',
        '&.Mui-error': { color: 'var(--danger)' },
      },
    },
  },
  MuiTabs: {
    defaultProps: { textColor: 'inherit', indicatorColor: 'secondary' },
    styleOverrides: {
      list: { gap: 28 },
      indicator: { height: 2, '@media (forced-colors: active)': { background: 'Highlight' } },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minWidth: 0,
        minHeight: 'var(--tabs)',
        padding: 0,
        color: 'var(--ink-2)',
        opacity: 1,
        font: '500 0.875rem/1.25rem var(--font)',
        '&:hover': { color: 'var(--ink)' },
        '&.Mui-selected': { color: 'var(--ink)', fontWeight: 600 },
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2, borderRadius: 6 },
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: {
        padding: '0 12px',
        borderBottom: 0,
        borderTop: '1px solid var(--line)',
        font: 'var(--text-ui)',
      },
      head: {
        height: 'var(--row-head)',
        borderTop: 0,
        color: 'var(--ink-3)',
        font: '500 0.8125rem/1 var(--font)',
        whiteSpace: 'nowrap',
      },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: { '&.Mui-selected, &.Mui-selected:hover': { background: 'var(--secondary-soft)' } },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: { font: 'inherit', '& .MuiTableSortLabel-icon': { width: 16, height: 16 } },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        minWidth: 264,
        borderRadius: 12,
        background: 'var(--raised)',
        boxShadow: 'var(--shadow-menu)',
      },
      list: { padding: 6 },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: { borderRadius: 12, background: 'var(--raised)', boxShadow: 'var(--shadow-menu)' },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        '&&': { minHeight: 48 },
        gap: 12,
        padding: '0 12px',
        borderRadius: 6,
        font: 'var(--text-ui)',
        '& > .icon': { color: 'var(--ink-3)' },
        '&:hover, &.Mui-focusVisible': { background: 'var(--subtle)' },
        '&.Mui-selected, &.Mui-selected:hover': {
          background: 'var(--secondary-soft)',
          color: 'var(--secondary-ink)',
        },
      },
    },
  },
  MuiListSubheader: {
    // A menu may contain only items.
    defaultProps: { role: 'presentation' },
    styleOverrides: {
      root: {
        padding: '8px 12px 2px',
        background: 'none',
        color: 'var(--ink-3)',
        font: '500 0.8125rem/1.125rem var(--font)',
      },
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        maxWidth: 440,
        borderRadius: 16,
        background: 'var(--raised)',
        boxShadow: 'var(--shadow-menu)',
      },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { padding: '24px 24px 0', font: 'var(--text-h2)', overflowWrap: 'anywhere' } },
  },
  MuiDialogContent: {
    styleOverrides: { root: { '&&': { padding: '16px 24px 20px' }, color: 'var(--ink-2)' } },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        flexWrap: 'wrap',
        gap: 8,
        padding: '0 24px 24px',
        '& > *': { margin: '0 !important' },
        '& > .MuiButton-text': { padding: '0 12px' },
      },
    },
  },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: 'var(--scrim)' } } },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: {
        width: 'min(var(--drawer), 100vw)',
        border: 0,
        background: 'var(--surface)',
        boxShadow: 'var(--shadow-drawer)',
      },
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
}

const heading = (size: string, line: string) => ({ fontSize: size, lineHeight: line, fontWeight: 600 })

export const theme = createTheme({
  cssVariables: { nativeColor: true },
  palette: {
    primary: { main: 'var(--primary)', dark: 'var(--primary-hover)', contrastText: 'var(--on-primary)' },
    secondary: { main: 'var(--secondary)', contrastText: 'var(--on-secondary)' },
    error: { main: 'var(--danger)', dark: 'var(--danger-hover)', contrastText: 'var(--on-danger)' },
    background: { default: 'var(--bg)', paper: 'var(--surface)' },
    text: { primary: 'var(--ink)', secondary: 'var(--ink-2)', disabled: 'var(--ink-3)' },
    divider: 'var(--line)',
    action: { active: 'var(--ink-2)', hover: 'var(--subtle)', selected: 'var(--secondary-soft)' },
  },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: 'var(--font)',
    h1: heading('1.5rem', '2rem'),
    h2: heading('1.125rem', '1.625rem'),
    h3: heading('0.9375rem', '1.375rem'),
    body1: { fontSize: '1rem', lineHeight: '1.5rem' },
    body2: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    caption: { fontSize: '0.8125rem', lineHeight: '1.125rem', color: 'var(--ink-3)' },
    button: { fontSize: '1rem', lineHeight: '1.5rem', textTransform: 'none', fontWeight: 600 },
  },
  components,
})
