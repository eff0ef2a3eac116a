import type { SeriesTarget } from '../model/patches-target.ts';

/** The parts of a row that a click opens. */
export const openCommand = (about: SeriesTarget) => ({
	about,
	command: { id: 'tildeforge.openPatchsetRow', title: 'Open', arguments: [about] },
});
