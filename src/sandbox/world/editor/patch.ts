import type { Step } from '../material/history-stream.ts';

/** A patch for a list. Its commit has the date of its mail. */
export const patch = (by: Step['by'], on: string, message: string, files: Step['files']): Step => ({
	by,
	on,
	message,
	files,
});
