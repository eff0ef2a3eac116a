import { visible } from '../../../base/text/invisible-characters.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';

/** The path as it is shown and copied: an invisible character or a line break could do harm in a terminal. */
export const shownPath = (file: FileDiff): string => visible(file.new ?? file.old ?? '');
