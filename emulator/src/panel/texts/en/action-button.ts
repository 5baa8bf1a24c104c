/** Strings for the action button in LINE's header. */
export const actionButton = {
  menu: 'Menu of the action button',
  recent: 'Recently used services',
  openNow: 'Open now',
  emulatorOnly: 'Only in the emulator',
  items: {
    allTabs: 'All tabs',
    refresh: 'Refresh',
    minimize: 'Minimize browser',
    share: 'Share',
    addToHome: 'Add to Home',
    favorite: 'Add to favorites',
    permissions: 'Permission settings',
    about: 'About the service',
    report: 'Report',
  },
  removeFavorite: 'Remove from favorites',
  camera: 'Camera',
  microphone: 'Microphone',
  permissionsFixed: 'In a LIFF app, the user cannot change these permissions.',
  permissionsLater: 'A change applies when the page is loaded again.',
  outside: 'Not a page of the app',
  notes: {
    about: 'LINE shows the page of the app’s provider here. The emulator does not have it.',
    report: 'LINE opens its inquiry form in the phone’s browser. The emulator does not open it.',
    outside:
      'LINE cannot do this here, because the address of this page does not start with the app’s endpoint URL.',
  },
}

export type ActionButtonTexts = typeof actionButton
