import type { Step } from '../chronicle.ts';

/** A patch on its way to a list: as a commit it is as old as its mail. */
export const patch = (by: Step['by'], on: string, message: string, files: Step['files']): Step => ({
	by,
	on,
	message,
	files,
});
