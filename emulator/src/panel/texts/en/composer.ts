import type { About } from '../types.ts'

/** Strings for attachments and the menu of a message. */
export const composer = {
  attach: 'Attach',
  kinds: {
    image: 'Picture',
    video: 'Video',
    audio: 'Audio',
    file: 'File',
    sticker: 'Sticker',
    location: 'Location',
  },
  tooLarge: (name => `“${name}” is larger than 1 MB. LINE allows more; the emulator does not.`) as About,
  emptyFile: (name => `“${name}” is empty.`) as About,
  wrongKind: (name => `“${name}” is another kind of file.`) as About,
  latitude: 'Latitude',
  longitude: 'Longitude',
  places: {
    palace: { title: 'Grand Palace', address: 'Na Phra Lan Rd, Phra Nakhon, Bangkok 10200' },
    park: { title: 'Lumphini Park', address: 'Rama IV Rd, Pathum Wan, Bangkok 10330' },
    gate: { title: 'Tha Phae Gate', address: 'Tha Phae Rd, Mueang Chiang Mai 50200' },
    beach: { title: 'Patong Beach', address: 'Thawi Wong Rd, Kathu, Phuket 83150' },
  },

  messageMenu: 'Options for this message',
  reply: 'Reply',
  watch: 'Watch to the end',
  watchTitle:
    'As if the user had watched the video to its end: LINE counts it, and sends the webhook videoPlayComplete if the video has a trackingId',
  replyTo: (name => `Reply to ${name}`) as About,
  cancelReply: 'Do not reply to this message',
  you: 'you',
  mention: 'Mention',
  quoteGone: 'A message that is no longer shown',
  unsend: 'Unsend',
  unsendTitle: 'Take the message back: LINE removes it on all phones and sends the webhook unsend',
}

export type ComposerTexts = typeof composer
