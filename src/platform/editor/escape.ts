import { visible } from '../model/markdown/invisible-characters.ts';

/** A text of somebody else's for a row of the editor's boxes, which take `$(bug)` for a picture unless a stroke stands before it. */
export const plain = (text: string): string =>
	visible(text).replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, (picture) => `\\${picture}`);

/** A text for a message of the editor's, which makes links of `[words](address)` there, and runs a command by a click on one. */
export const unlinked = (text: string): string => visible(text).replaceAll('](', '] (');

/** A text for below the field of a box, where the editor makes links and pictures. */
export const remark = (text: string): string => unlinked(plain(text));
