/** A page of the project that the panel links to, such as the organiser's, with its name in each language of the panel. */
export type PanelLink = {
  readonly url: string
  readonly label: { readonly en: string; readonly th?: string; readonly ja?: string }
}
