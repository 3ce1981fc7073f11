import { createTheme } from '@mui/material/styles'

/** Green for what acts, dark blue beside it; both carry their text with at least 4.5:1. */
export const buildTheme = (isDark: boolean) =>
  createTheme({
    palette: isDark
      ? {
          mode: 'dark',
          primary: { main: '#4cbb80', contrastText: '#06240f' },
          secondary: { main: '#9db7e8' },
          error: { main: '#ff9c94' },
          background: { default: '#0f151e', paper: '#182230' },
          text: { primary: '#e8edf3', secondary: '#a6b3c2' },
        }
      : {
          mode: 'light',
          primary: { main: '#1b7f4b' },
          secondary: { main: '#12294d' },
          error: { main: '#a3211a' },
          background: { default: '#f5f7fa', paper: '#ffffff' },
          text: { primary: '#16202e', secondary: '#4d5b6c' },
        },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiButton: { styleOverrides: { root: { minHeight: 48 } } },
      MuiTab: { styleOverrides: { root: { minHeight: 48 } } },
      MuiMenuItem: { styleOverrides: { root: { minHeight: 48 } } },
    },
  })
