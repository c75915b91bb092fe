// What older libraries need is asked of newer ones no more.
#define CURL_DISABLE_DEPRECATION
#include "CLibcurlShim.h"

// The names stand in parentheses so that the functions are called and not curl's checking macros,
// which want to see the option as a constant.

CURLcode curl_shim_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

#define SETTER(kind, type)                                                                        \
  CURLcode curl_shim_easy_set_##kind(CURL *handle, CURLoption option, type value) {               \
    return (curl_easy_setopt)(handle, option, value);                                             \
  }

SETTER(long, long)
SETTER(offset, curl_off_t)
SETTER(string, const char *)
SETTER(pointer, void *)
SETTER(bytes, const void *)
SETTER(list, struct curl_slist *)
SETTER(data_callback, curl_shim_data_callback)

CURLcode curl_shim_easy_set_prerequest_callback(CURL *handle,
                                                curl_shim_prerequest_callback value) {
  return (curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}

// A program may meet an older libcurl than it was built with, which knows the older name alone.

CURLcode curl_shim_easy_allow_http_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
#endif
  return (curl_easy_setopt)(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

CURLcode curl_shim_easy_leave_lookups_behind(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  CURLcode code = (curl_easy_setopt)(handle, CURLOPT_QUICK_EXIT, 1L);
  if (code != CURLE_UNKNOWN_OPTION) return code;
#else
  (void)handle;
#endif
  return CURLE_OK;
}

#define GETTER(kind, type)                                                                        \
  CURLcode curl_shim_easy_get_##kind(CURL *handle, CURLINFO info, type *value) {                  \
    return (curl_easy_getinfo)(handle, info, value);                                              \
  }

GETTER(long, long)
GETTER(offset, curl_off_t)
GETTER(string, const char *)

CURLcode curl_shim_easy_get_socket(CURL *handle, curl_socket_t *value) {
  return (curl_easy_getinfo)(handle, CURLINFO_ACTIVESOCKET, value);
}

CURLMcode curl_shim_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return (curl_multi_setopt)(handle, option, value);
}

CURLSHcode curl_shim_share_set_data(CURLSH *handle, curl_lock_data data) {
  return (curl_share_setopt)(handle, CURLSHOPT_SHARE, data);
}

curl_shim_finished curl_shim_multi_next_finished(CURLM *handle) {
  int left = 0;
  for (;;) {
    const CURLMsg *message = curl_multi_info_read(handle, &left);
    if (!message) return (curl_shim_finished){0, CURLE_OK};
    if (message->msg == CURLMSG_DONE) {
      return (curl_shim_finished){message->easy_handle, message->data.result};
    }
  }
}
