import type { Row } from '../../platform/view/row.ts';
import type { SeriesTarget } from '../model/patches-target.ts';

/** The parts of a row that a click opens. */
export const openCommand = (about: SeriesTarget): Pick<Row, 'about' | 'command'> => ({
	about,
	command: { id: 'tildeforge.openPatchsetRow', title: 'Open', arguments: [about] },
});
