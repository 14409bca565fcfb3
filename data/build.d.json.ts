export declare const commit: string | null
export declare const date: string
