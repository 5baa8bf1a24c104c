import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type MantineTheme,
  SegmentedControl,
} from '@mantine/core'

/** Pages do not load fonts, and every system has a Thai font. */
const fonts = '"Noto Sans Thai", "Sukhumvit Set", "Leelawadee UI", Thonburi, system-ui, sans-serif'

export const theme = createTheme({
  fontFamily: fonts,
  headings: { fontFamily: fonts },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Keep Mantine from cutting off the word in a narrow column.
    Badge: Badge.extend({ defaultProps: { tt: 'none', miw: 'max-content' } }),
    // This component ignores `respectReducedMotion`: after a theme change, its labels were briefly hard to read.
    SegmentedControl: SegmentedControl.extend({ defaultProps: { transitionDuration: 0 } }),
  },
})

/** These Mantine text colours have too little contrast on the light background of badges and alerts. */
const pale = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue'] as const
/** On the darker hover background, the current page's link would have too little contrast. */
const current = { '--mantine-color-indigo-light-hover': 'var(--mantine-color-indigo-light)' }
const readable = Object.fromEntries(
  pale.map(name => [`--mantine-color-${name}-light-color`, 'var(--mantine-color-text)']),
)

/** Colours for buttons with white text. */
const filled = (colors: MantineTheme['colors']) => ({
  '--mantine-color-red-filled': colors.red?.[9] ?? 'darkred',
})

/** Gives dimmed text, field errors, badges and alerts enough contrast (WCAG 2.2, 4.5 : 1) on the page and on cards. */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray?.[7] ?? 'dimgray',
    '--mantine-color-error': colors.red?.[9] ?? 'darkred',
    ...readable,
    ...current,
    ...filled(colors),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark?.[1] ?? 'lightgray',
    '--mantine-color-error': colors.red?.[4] ?? 'lightcoral',
    ...readable,
    ...current,
    ...filled(colors),
  },
})
