/** `#RRGGBB`, or `#AARRGGBB` for button areas. The default colours are those of the SDK. */
export type MenuColors = Readonly<Record<string, string>>

export const LIGHT: MenuColors = {
  iconColor: '#111111',
  statusBarColor: 'BLACK',
  titleTextColor: '#111111',
  titleSubtextColor: '#B7B7B7',
  titleButtonColor: '#111111',
  titleBackgroundColor: '#FFFFFF',
  progressBarColor: '#06C755',
  progressBackgroundColor: '#FFFFFF',
  titleButtonAreaBackgroundColor: '#1FFFFFFF',
  titleButtonAreaBorderColor: '#26000000',
  baseBackgroundColor: '#FFFFFF',
  baseTextColor: '#000000',
  lightButtonBorderColor: 'rgba(0, 0, 0, 0.15)',
}

export const DARK: MenuColors = {
  iconColor: '#FFFFFF',
  statusBarColor: 'WHITE',
  titleTextColor: '#FFFFFF',
  titleSubtextColor: '#949494',
  titleButtonColor: '#FFFFFF',
  titleBackgroundColor: '#111111',
  progressBarColor: '#06C755',
  progressBackgroundColor: '#111111',
  titleButtonAreaBackgroundColor: '#1FFFFFFF',
  titleButtonAreaBorderColor: '#26000000',
  baseBackgroundColor: '#000000',
  baseTextColor: '#FFFFFF',
  lightButtonBorderColor: 'rgba(255, 255, 255, 0.5)',
}
